/** The evening of a deadline: bench/evening.run.ts, which says what it does and how it measures. */
import '../bench/evening.run.ts'
