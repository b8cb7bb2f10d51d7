/** What is said of a sign-in that says nothing. */
export const NO_EMAIL = 'Please enter your email address'
export const NO_PASSWORD = 'Please enter your password'
