import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { type Address, address } from '#domain/address.ts'
import { ABSTRACT_WORDS } from '#domain/applicants/contract.ts'
import { startPage } from '#domain/session/rules.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'

/** Help on filling in the Notice of Intent and on what happens next. */
export function Help() {
  const [open, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHelp size={16} aria-hidden />} onClick={dialog.open}>
        Help
      </Button>
      <Modal opened={open} onClose={dialog.close} title="How to fill in this form" size="lg">
        <Stack gap="sm">
          <List spacing={6} pr="md">
            <List.Item>Fields with an asterisk are required.</List.Item>
            <List.Item>
              The administration office writes to your e-mail address, and it becomes the ID with which you
              sign in.
            </List.Item>
            <List.Item>
              The abstract is optional and has at most {ABSTRACT_WORDS} words. Both title and abstract can be
              changed later in the proposal.
            </List.Item>
            <List.Item>
              Press Add Collaborator for each person who works with you; the bin icon removes one.
            </List.Item>
            <List.Item>
              Confirm checks what you typed and shows it once more. Nothing is sent until you press Send
              there.
            </List.Item>
          </List>
          <Text>
            After sending, you will receive a confirmation by e-mail. Once the administration office has
            registered you, a second e-mail tells you how to sign in and write your proposal.
          </Text>
          <div>
            <Button variant="default" onClick={dialog.close}>
              Close
            </Button>
          </div>
        </Stack>
      </Modal>
    </>
  )
}

/** Where the Notice's Back and Cancel lead: a proposer home, a visitor to /login, anyone else to the start page. */
export function useExits(): { back: Address; cancel: Address } {
  const user = useOptionalUser()
  if (user?.role.includes('proposer'))
    return { back: address('/proposals/myproposal'), cancel: address('/mypage') }
  const start = user ? startPage(user.role) : address('/login')
  return { back: start, cancel: start }
}
