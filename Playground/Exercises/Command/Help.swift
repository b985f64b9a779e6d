extension Exercises {
    static var help: String {
        """
        Exercises on state machines, graded by a search.

          swift run exercises                      grade all; show the next one to solve
          swift run exercises <number> --begin     write the starter, or begin again
          swift run exercises <number>…            grade one or several; name the file
          swift run exercises <number> --hint      the next hint
          swift run exercises <number> --solution  the file with its solution
          swift run exercises rules                what do you believe about the rules?

        Each exercise is one file. --begin writes it to Playground/Exercises/Answers,
        which git ignores. The comment at its top says what the machine should do.
        Change what is marked with TODO, keep the names of the class and of its
        requests, and grade it. If you begin again, your answer so far is kept.

        The grader makes the same requests of your machine and of the expected one, in
        every situation that the two get into together. It compares the outcome of each
        request, the state with the data that a user can see, and what is logged. Where
        they differ, it shows the shortest requests that lead there, and after the last
        of them both outcomes and states, with the new lines of the log in brackets:

        \(example)

        With rules, you see the code of a machine and a few requests, and say what it
        logs. After at most four questions the command names the belief that fits your
        answers, with the rule against it, or says that you have the rules right.

        Exercises:
        \(Exercise.all.flatMap { $0.lines($0.topic) }.joined(separator: "\n"))

        The first grading builds the library, which takes a minute. Each answer is
        compiled when it is graded, and runs in a separate process. One that does not
        compile, or stops the program, does not keep the others from being graded. An
        endless loop is in the exercise after the last one that is shown; Control-C
        ends it.

        The exit status is 0 when everything that was graded is solved, or the rules
        are right; 1 when something is not, and 64 when something was typed that does
        not exist.
        """
    }

    /// The report on exercise 3 while it is unsolved.
    private static var example: String {
        """
           3  Refrigerator: yours and expected differ after open, unplug
                yours:    transitioned, Unplugged
                expected: transitioned, Unplugged [lamp off]
        """
    }
}
