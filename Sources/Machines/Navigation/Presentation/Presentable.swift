/// An object that a presenter shows: a screen, a window, a container of tabs.
///
/// ```swift
/// import Navigation
///
/// final class Greeting: Presentable {
///     let presentation = Presentation()
/// }
///
/// let greeting = Greeting()
/// greeting.presentation.appear()
/// print(greeting.presentation.isVisible)  // Prints "true"
/// ```
public protocol Presentable: AnyObject {
    /// The visibility of the presentable; its presenter reports each change to it.
    var presentation: Presentation { get }
}
