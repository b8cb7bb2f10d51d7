/** What is answered to who looks as somebody else, for everything that writes or hands out files. */
export const READING_ONLY = 'You look at the product as somebody else: reading only. Press Stop first.'
