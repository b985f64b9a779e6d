import Navigation

final class ProfileFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: Screen

    init(of reader: Reader) { root = ProfileScreen(of: reader) }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .profile: .screen(root)
        case .logOut: .forwardToParent(.logOut)
        default: []
        }
    }
}
