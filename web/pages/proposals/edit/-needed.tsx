import classes from './-edit_form.module.css'

/** Marks what Submit needs; what Save needs has a red asterisk. */
export const Needed = () => <span className={classes.needed}>needed to submit</span>
