import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown, IconColumns3 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SavedView } from '#domain/saved_views/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import type { ListState } from '#web/lib/lists/list_state.ts'
import { sameView, useSavedViews } from '#web/lib/lists/saved_views.ts'
import type { RawSearch } from '#web/lib/routing/search.ts'
import { WriteMenuItem } from '../actions/menu_item.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import type { ChosenColumns } from './chosen_columns.ts'
import { ColumnsDialog } from './columns_dialog.tsx'
import type { Column } from './table_props.ts'
import { ViewDialog } from './view_dialog.tsx'

interface ViewMenuProps<Row> {
  /** The path of the list. */
  path: string
  state: ListState
  columns: ChosenColumns<Row>
  /** The columns that the list opens with. */
  own: readonly Column<Row>[]
  /** Which of the list's own views is shown, where it has several. */
  layout: string | undefined
}

const byOwner = (views: readonly SavedView[], for_all: boolean) =>
  views.filter((view) => view.for_all === for_all)

const Tick = ({ shown }: { shown: boolean }) => (
  <IconCheck size={14} aria-hidden visibility={shown ? 'visible' : 'hidden'} />
)

/** Chooses the columns of a list and its named views. */
export function ViewMenu<Row>({ path, state, columns, own, layout }: ViewMenuProps<Row>) {
  const [dialog, setDialog] = useState<'columns' | 'new' | 'edit' | null>(null)
  const { list, views, open } = useSavedViews(path, state.saved)
  const ask = useConfirm()
  const save = useAction(api.savedViews.save)
  const remove = useAction(api.savedViews.remove)
  // A link to a view holds its id alone.
  const unopened = open !== undefined && state.onlySaved && Object.keys(open.search).length > 0
  useEffect(() => {
    if (unopened) state.openView(open.id, open.search)
  })
  if (list === null) return null

  const inLayout: RawSearch = layout === undefined ? {} : { layout }
  const search = { ...state.viewSearch, ...inLayout }
  const changed = open !== undefined && !sameView({ ...inLayout, ...open.search }, search)
  const plain = open === undefined && state.columns === undefined
  const close = () => setDialog(null)
  const keep = (view: SavedView) =>
    void save.run({
      params: { id: view.id },
      body: { name: view.name, for_all: view.for_all, search, version: view.version },
    })
  const drop = (view: SavedView) =>
    void ask({
      question: view.for_all
        ? `Delete the view “${view.name}” for everyone?`
        : `Delete your view “${view.name}”?`,
      act: () => remove.run({ params: { id: view.id } }),
    })
  const viewItem = (view: SavedView) => (
    <Menu.Item
      key={view.id}
      aria-current={view === open || undefined}
      leftSection={<Tick shown={view === open} />}
      onClick={() => state.openView(view.id, view.search)}
    >
      {view.name}
    </Menu.Item>
  )
  const [mine, all] = [byOwner(views, false), byOwner(views, true)]
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconColumns3 size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={240}
          >
            {open ? `${open.name}${changed ? ' (changed)' : ''}` : 'Columns and views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Item onClick={() => setDialog('columns')}>Choose columns…</Menu.Item>
          <Menu.Label>Views</Menu.Label>
          <Menu.Item
            aria-current={plain || undefined}
            leftSection={<Tick shown={plain} />}
            onClick={state.reset}
          >
            Standard
            <Text size="xs" c="dimmed">
              The list's own columns, filters and sort
            </Text>
          </Menu.Item>
          {mine.length > 0 && <Menu.Label>Your views</Menu.Label>}
          {mine.map(viewItem)}
          {all.length > 0 && <Menu.Label>Views of the office, for everyone</Menu.Label>}
          {all.map(viewItem)}
          <Menu.Divider />
          {open?.writable && changed && (
            <WriteMenuItem onClick={() => keep(open)}>{`Save the changes to “${open.name}”`}</WriteMenuItem>
          )}
          <WriteMenuItem onClick={() => setDialog('new')}>Save as a new view…</WriteMenuItem>
          {open?.writable && (
            <>
              <WriteMenuItem onClick={() => setDialog('edit')}>{`Rename “${open.name}”…`}</WriteMenuItem>
              <WriteMenuItem onClick={() => drop(open)}>{`Delete “${open.name}”`}</WriteMenuItem>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'columns' && (
        <ColumnsDialog
          columns={columns}
          own={own}
          choose={(headers) => {
            state.chooseColumns(headers)
            close()
          }}
          close={close}
        />
      )}
      {dialog === 'new' && (
        <ViewDialog list={list} search={search} close={close} saved={(id) => state.openView(id, search)} />
      )}
      {dialog === 'edit' && open && (
        <ViewDialog list={list} search={open.search} view={open} close={close} saved={() => {}} />
      )}
    </>
  )
}
