import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** Says that the viewer counts as away, with the button that changes it. */
export function IAmHere({ id }: { id: number }) {
  const attend = useAction(api.meetings.attend)
  return (
    <Note
      kind="warn"
      title="You are not counted as here."
      action={
        <WriteButton
          loading={attend.pending}
          onClick={() => attend.run({ params: { id: String(id) }, body: { here: true } })}
        >
          I am here
        </WriteButton>
      }
    >
      Only members who are here vote. It is recorded in the minutes, and holds on all your devices.
    </Note>
  )
}
