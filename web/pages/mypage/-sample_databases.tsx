import { BENNU, RYUGU } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { NewTab } from '#web/ui/home/information_list.tsx'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import classes from './-home.module.css'

/** The databases of both collections, where their addresses are known. */
export function SampleDatabases() {
  const ryugu = useCall(api.masters.ryuguUrl).data
  const bennu = useCall(api.masters.bennuUrl).data
  return (
    <section className={classes.databases} aria-label="Sample databases">
      {ryugu && (
        <div>
          <AsteroidMark asteroid={RYUGU} size={18} />
          <NewTab to={ryugu}>Ryugu sample database</NewTab>
        </div>
      )}
      {bennu && (
        <div>
          <AsteroidMark asteroid={BENNU} size={18} />
          <NewTab to={bennu}>Bennu sample database</NewTab>
        </div>
      )}
    </section>
  )
}
