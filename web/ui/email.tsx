import { Fragment } from 'react'

/** An e-mail address that breaks after @ and before a dot where it is too long for its place. */
export const Email = ({ children }: { children: string }) =>
  children.split(/(?<=@)|(?=\.)/u).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ))
