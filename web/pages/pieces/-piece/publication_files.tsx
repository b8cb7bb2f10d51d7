import { Group } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'

/** The publications about a piece and its parts as files, for office and curation. */
export const PublicationFiles = ({ name }: { name: string }) => (
  <Group gap={4}>
    <CsvButton
      variant="subtle"
      size="compact-sm"
      call={api.publications.download}
      input={{ query: { piece: name } }}
    >
      CSV
    </CsvButton>
    <CsvButton
      variant="subtle"
      size="compact-sm"
      call={api.publications.bibtex}
      input={{ query: { piece: name } }}
    >
      BibTeX
    </CsvButton>
  </Group>
)
