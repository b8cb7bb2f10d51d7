import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconStack2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { target } from '#web/lib/routing/navigation.ts'
import { listAddress, makeAddress } from '../../scenarios/-addresses.ts'
import classes from '../screen.module.css'
import { type KeepingProps, useKeeping } from './use_keeping.tsx'

interface ScenarioMenuProps extends Omit<KeepingProps, 'onKept'> {
  /** What is ticked here is the person's own to tick, and can be kept. */
  editable: boolean
  /** The term is closed: no scenario is made in it. */
  closed: boolean
}

/** Everything that leads from a grid to scenarios: keep what is ticked, make one of one's own, see those that are kept. */
export function ScenarioMenu({ editable, closed, ...of }: ScenarioMenuProps) {
  const { keep, dialog } = useKeeping(of)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            aria-label="Scenarios"
            title="Scenarios"
            leftSection={<IconStack2 size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            classNames={{ root: classes.onPhone, label: classes.label }}
          >
            Scenarios
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {editable && <Menu.Item onClick={keep}>Keep as scenario</Menu.Item>}
          {!editable && !closed && (
            <Menu.Item renderRoot={(props) => <Link {...props} {...target(makeAddress(of))} />}>
              Make a scenario
            </Menu.Item>
          )}
          <Menu.Item renderRoot={(props) => <Link {...props} {...target(listAddress(of))} />}>
            All scenarios
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}
