import { Checkbox, List, Text } from '@mantine/core'
import { useConfirm } from '../dialogs/confirm.tsx'

/**
 * Asks before a first global score closes reports that are still open, and names them: 'Bo Ek: Accepted'. Null: nothing is
 * to be saved.
 */
export function useAskToClose() {
  const ask = useConfirm()
  return async (
    proposal_id: number,
    open: readonly string[],
  ): Promise<{ tell_reviewers: boolean } | null> => {
    const answer = { tell_reviewers: false }
    if (open.length === 0) return answer
    const yes = await ask({
      question: `Close the reviewing of proposal ${proposal_id}? ${open.length === 1 ? 'One report has' : `${open.length} reports have`} not been submitted; a global score closes ${open.length === 1 ? 'it' : 'them'}.`,
      details: (
        <>
          <List size="sm" mb="sm">
            {open.map((report) => (
              <List.Item key={report}>{report}</List.Item>
            ))}
          </List>
          <Checkbox
            label="Tell them that their report is no longer needed"
            onChange={({ currentTarget: { checked } }) => {
              answer.tell_reviewers = checked
            }}
          />
          <Text size="sm" mt={4}>
            Clearing the score opens them again.
          </Text>
        </>
      ),
    })
    return yes ? answer : null
  }
}
