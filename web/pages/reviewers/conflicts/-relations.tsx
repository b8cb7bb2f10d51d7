import { useState } from 'react'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { RelationDialog, RelationTable } from '#web/ui/report/relations.tsx'

/** Every declared relation, except those of others to the viewer. */
export function Relations() {
  const relations = useCall(api.conflicts.relations, { query: { all: '1' } })
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title="Declared relations"
      aside="What people have declared about others, or the office about them. Nobody sees what was declared about themselves."
    >
      <RelationTable relations={relations.data} named />
      <WriteButton mt="sm" variant="default" onClick={() => setAdding(true)}>
        Record a relation
      </WriteButton>
      {adding && <RelationDialog named close={() => setAdding(false)} />}
    </Section>
  )
}
