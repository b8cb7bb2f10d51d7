import { Button } from '@mantine/core'
import { wording } from '#web/lib/http/failures.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { Note } from '#web/ui/text/note.tsx'
import classes from './search.module.css'

/** What can be searched for; `missed` is a text that finds nothing. */
export function SearchHint({ missed }: { missed: string | null }) {
  const staff = useHasRole('admin', 'panel')
  const samples = useHasRole('admin', 'panel', 'proposer')
  const things = ['a number', 'a title', ...(staff ? ['a person'] : []), ...(samples ? ['a sample'] : [])]
  return (
    <div className={classes.hint}>
      {missed !== null && <b>Nothing is found by “{missed}”.</b>}
      <span>Search for {things.join(', ')} or a screen.</span>
    </div>
  )
}

/** The search could not be done, and the way to try it again. */
export const SearchTrouble = ({ error, again }: { error: Error; again: () => void }) => (
  <div className={classes.trouble}>
    <Note kind="bad" title="The search could not be done.">
      {wording(error)[1]}{' '}
      <Button variant="default" size="compact-sm" onClick={again}>
        Try again
      </Button>
    </Note>
  </div>
)
