import { Button, Group, List, Title } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { compare } from '#domain/scenarios/compare.ts'
import type { OwnGrid } from '#domain/scenarios/input.ts'
import { Lines } from '#web/ui/layout/loaded.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { ComparedFigures } from './-figures.tsx'
import type { Line } from './-list.tsx'
import { ComparedProposals } from './-proposals.tsx'
import { useSide } from './-sides.ts'

interface ComparisonProps {
  grid: OwnGrid
  rows: readonly GridProposal[]
  a: Line
  b: Line
  swap: () => void
}

/** Two scenarios, or one and what is assigned now, side by side. */
export function SideBySide({ grid, rows, a, b, swap }: ComparisonProps) {
  const [one, other] = [useSide(a.ref, grid, rows), useSide(b.ref, grid, rows)]
  const compared = useMemo(
    () => one && other && compare(grid, rows, one.side, other.side),
    [grid, rows, one, other],
  )
  return (
    <>
      <Group gap="sm">
        <Title order={2} id="compared" tabIndex={-1}>
          {`A: ${a.name} · B: ${b.name}`}
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          onClick={swap}
        >
          Swap
        </Button>
      </Group>
      {compared && one && other ? (
        <>
          <Gone letter="A" gone={one.gone} />
          <Gone letter="B" gone={other.gone} />
          <ComparedFigures {...compared} />
          <ComparedProposals differences={compared.differences} />
        </>
      ) : (
        <Lines />
      )}
    </>
  )
}

/** What of a side can not be done any more. */
const Gone = ({ letter, gone }: { letter: string; gone: readonly string[] }) =>
  gone.length > 0 && (
    <Note kind="warn" title={`Of ${letter} this can not be done any more, and is not counted:`}>
      <List size="sm">
        {gone.map((why) => (
          <List.Item key={why}>{why}</List.Item>
        ))}
      </List>
    </Note>
  )
