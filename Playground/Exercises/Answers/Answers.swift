// Your answers are in this folder: `swift run exercises 1 --begin` writes the first starter to it.
import StatePattern
