/** The evening of a deadline: bench/evening.ts, which says what it does and how it measures. */
import '../bench/evening.ts'
