import classes from './asteroid.module.css'

/** The sign of the system: the diamond on its orbit, the disc passing it. */
export const Logo = ({ size = 28 }: { size?: number | undefined }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden style={{ flex: 'none' }}>
    <ellipse className={classes.orbit} cx="14" cy="14" rx="13" ry="5.2" transform="rotate(-28 14 14)" />
    <g className={classes.ryugu}>
      <path className={classes.right} d="M13 5.2l8 8-8 8z" />
      <path className={classes.left} d="M13 5.2l-8 8 8 8z" />
    </g>
    <g className={classes.bennu}>
      <circle className={classes.gap} cx="23.4" cy="7.6" r="4.1" />
      <path className={classes.right} d="M23.4 4.5a3.1 3.1 0 0 1 0 6.2z" />
      <path className={classes.left} d="M23.4 4.5a3.1 3.1 0 0 0 0 6.2z" />
    </g>
  </svg>
)
