// Stand-ins for public names of Apple's frameworks that do not exist on every system: SwiftUI, Combine, and others that
// apps import beside ours. The check in ImportTests uses each of them unqualified, so a product of this package that
// declares one of these names at its top level makes that file ambiguous, and the build fails.

// MARK: SwiftUI

@propertyWrapper public struct State<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Binding<Value> { Binding() }
}

public struct Binding<Value> { public init() {} }
public struct Transaction { public init() {} }
public protocol Transition { associatedtype Body }
public struct AnyTransition { public init() {} }
public protocol View { associatedtype Body }
public protocol Scene { associatedtype Body }
public protocol App { associatedtype Body }
public struct Stepper { public init() {} }
public struct Slider { public init() {} }
public struct Toggle { public init() {} }
public struct Button { public init() {} }
public struct Text { public init() {} }
public struct Image { public init() {} }
public struct Label { public init() {} }
public struct List { public init() {} }
public struct Form { public init() {} }
public struct Section { public init() {} }
public struct Group { public init() {} }
public struct Menu { public init() {} }
public struct Picker { public init() {} }
public struct Table { public init() {} }
public struct Tab { public init() {} }
public struct Link { public init() {} }
public struct Path { public init() {} }
public struct Color { public init() {} }
public struct Font { public init() {} }
public struct Animation { public init() {} }
public struct Environment { public init() {} }
public struct Bindable { public init() {} }
public struct Namespace { public init() {} }
public struct ScenePhase { public init() {} }
public struct NavigationPath { public init() {} }
public struct NavigationStack { public init() {} }
public struct PresentationMode { public init() {} }
public struct Grid { public init() {} }
public struct Canvas { public init() {} }
public protocol Gesture { associatedtype Value }
public protocol Shape {}
public protocol Layout {}
public protocol Commands {}

// MARK: Combine

public protocol Publisher { associatedtype Output }
public protocol Subscriber { associatedtype Input }
public protocol Subscription {}
public protocol Subject {}
public protocol Cancellable {}
public final class AnyCancellable { public init() {} }
public struct AnyPublisher { public init() {} }
public final class CurrentValueSubject { public init() {} }
public final class PassthroughSubject { public init() {} }
public struct Published { public init() {} }
public protocol ObservableObject {}
public struct Just { public init() {} }
public struct Future { public init() {} }
public struct Deferred { public init() {} }
public struct Fail { public init() {} }
public struct Empty { public init() {} }
public struct Record { public init() {} }
public struct Publishers { public init() {} }
public struct Subscribers { public init() {} }
public protocol Scheduler {}

// MARK: Other frameworks

// StoreKit, os, SwiftData.
public struct Product { public init() {} }
public struct Logger { public init() {} }
public struct Query { public init() {} }
