/** The most characters of a scenario's note. */
export const NOTE_LENGTH = 2000
