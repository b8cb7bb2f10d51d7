import classes from './grid.module.css'

interface DetailsProps {
  of: string
  open: () => void
}

/** The button of a head that opens all that stands there, and more. */
export const Details = ({ of, open }: DetailsProps) => (
  <button type="button" aria-label={`Details of ${of}`} onClick={open} className={classes.details}>
    i
  </button>
)

/** What of a head has no room, '+8', and opens at a press. */
export const More = ({ of, says, open }: DetailsProps & { says: string }) => (
  <button
    type="button"
    aria-label={`${says} of ${of}`}
    aria-haspopup="dialog"
    onClick={open}
    className={classes.more}
  >
    {says}
  </button>
)
