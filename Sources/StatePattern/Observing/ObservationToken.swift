/// A means to end an observation.
///
/// You need not hold it: an observation goes on without its token until the observed object is gone. A token keeps
/// neither that object nor the observer's closure alive. Tokens are made by what is observed; the class is open to the
/// modules of this package alone, as its initializer is.
open class ObservationToken {
    @inlinable package init() {}

    /// Ends the observation: the observer is called no more, not even about a transition that others are being told of.
    ///
    /// Cancelling twice, or after the observed object is gone, does nothing.
    open func cancel() {}
}
