// Follows the stand-in for AVFoundation and the engine of the article: a player on that engine.

/// Lets everything happen that has begun: all of it takes turns on the main actor.
@MainActor func settle() async { for _ in 0..<1_000 { await Task.yield() } }

@MainActor func expect(_ condition: @autoclosure () -> Bool, _ sentence: String) async {
    await settle()
    let start = ContinuousClock.now
    while !condition(), start.duration(to: .now) < .seconds(600) { await Task.yield() }
    if !condition() { print("It is not true that \(sentence).") }
}

/// Lets the system get an item ready, and then land its seek.
@MainActor func getReady() async {
    await settle()
    system.getReady()
    await settle()
    system.land()
}

let (one, two) = (Track("One", id: "https://example.org/1"), Track("Two", id: "https://example.org/2"))
let engine = AVEngine()
let player = Player(withoutListeningTo: engine)
let listening = Task { for await report in engine.reports { player.receive(report) } }
let system = AVPlayer.latest!

player.load([one, two], position: .seconds(30))
player.play()
await expect(player.position == .seconds(30) && player.duration == nil, "a saved place shows, also without a time")
await expect(system.log == [], "an item that is not ready neither seeks nor plays")
system.getReady()
await expect(system.log == ["seek to 30.0"] && player.duration == .seconds(100), "an item that is ready seeks")
system.land()
await expect(system.log.last == "play at 30.0", "an item plays from its place")
await expect(player.phase == .advancing && player.position == .seconds(30), "the player shows it")

player.seek(to: .seconds(50))
player.seek(to: .seconds(60))
await expect(player.position == .seconds(60), "a seek that was replaced is not over")
system.land()
await settle()
system.currentItem?.time = CMTime(seconds: 61)
await expect(player.position == .seconds(61), "a seek is over when it has landed")
player.seek(to: .seconds(1e20))
system.land(false)
await expect(player.position > .seconds(70) && engine.position == .seconds(61), "a seek that failed has not landed")
await expect(system.log.last == "play at 61.0", "it plays on from there")

system.timeControlStatus = .waitingToPlayAtSpecifiedRate
await expect(player.phase == .buffering, "waiting is a stall")
system.timeControlStatus = .playing
await expect(player.phase == .advancing, "playing is the end of a stall")
system.timeControlStatus = .paused
await expect(player.phase == .paused, "a call pauses the player")
player.play()
await expect(player.phase == .advancing && system.timeControlStatus == .playing, "it plays on after a call")
player.pause()
player.play()
await expect(player.phase == .advancing, "a pause of the player's own is no call")

system.playToEnd()
await getReady()
await expect(player.queueIndex == 1 && player.phase == .advancing, "the next track plays after the end of the first")
player.pause()
player.load([two], position: .seconds(9))
await getReady()
await expect(player.phase == .paused && system.timeControlStatus == .paused, "a paused player stays paused")
player.play()
await expect(system.log.last == "play at 9.0", "it plays from the place of the load")
system.currentItem?.status = .failed
await expect(player.phase == .stopped && player.lastFailure?.reason == "failed", "an item that fails stops the player")
player.load([Track("No URL", id: ""), one])
player.play()
await expect(player.lastFailure?.reason == "not a URL", "a track needs a URL")
player.next()
player.play()
player.seek(to: .seconds(5))
await getReady()
await expect(player.position == .seconds(5) && engine.position == .seconds(5), "a seek waits until the item is ready")
player.stop()
await expect(player.phase == .stopped && player.position == .zero && system.currentItem == nil, "a stop unloads it")
