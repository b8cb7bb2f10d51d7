import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { KINDS, shortLabelOf } from './kinds.ts'
import classes from './screen.module.css'

/** Links to the grids, as one switch; that of the screen is the current one. */
export const Siblings = () => (
  <nav aria-label="Grids" className={classes.switch}>
    {KINDS.map((kind) => (
      <Link
        key={kind.path}
        {...target(address(kind.path))}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {shortLabelOf(kind)}
      </Link>
    ))}
  </nav>
)
