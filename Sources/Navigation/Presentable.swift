/// Something that a presenter shows: a screen, a window, a container of tabs.
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
    /// What has become of the presentable on its screen; whoever presents it keeps this up to date.
    var presentation: Presentation { get }
}
