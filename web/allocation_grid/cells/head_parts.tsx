import classes from './head.module.css'

/** The width of the asteroid sign before a name, in pixels. */
export const SIGN_WIDTH = 17

interface DetailsProps {
  of: string
  open: () => void
}

/** The button of a head that opens its details in the panel. */
export const DetailsButton = ({ of, open }: DetailsProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`Details of ${of}`}
    onClick={open}
    className={classes.details}
  >
    i
  </button>
)

/** A button for what does not fit into a head: '+8'. It opens the details. */
export const MoreButton = ({ of, says, open }: DetailsProps & { says: string }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`${says} of ${of}`}
    aria-haspopup="dialog"
    onClick={open}
    className={classes.more}
  >
    {says}
  </button>
)

/** The name in a small head, a button that opens the details. */
export const NameButton = ({
  of,
  says,
  open,
  wide = false,
  clash = false,
}: DetailsProps & { says: string; wide?: boolean; clash?: boolean }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={of.includes(says) ? `Details of ${of}` : `Details of ${of}, ${says}`}
    onClick={open}
    className={[classes.open, wide && classes.cut, clash && classes.clash].filter(Boolean).join(' ')}
  >
    {says}
  </button>
)
