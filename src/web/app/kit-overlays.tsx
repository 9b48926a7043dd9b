import { Trash } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuLine, MenuWords } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** Menus, dialogs, toasts, tabs. */
export function KitOverlays() {
	const [tab, setTab] = useState<'one' | 'two'>('one')
	return (
		<section>
			<h2 className="ui-section-title">What opens</h2>
			<div className="ui-buttons">
				<Menu trigger={<Button>Menu</Button>}>
					<MenuWords>Ruth Adeyemi</MenuWords>
					<MenuItem>Account</MenuItem>
					<MenuItem disabled>Not now</MenuItem>
					<MenuLine />
					<MenuItem danger>
						<Trash size={16} aria-hidden="true" />
						Delete
					</MenuItem>
				</Menu>
				<Popover label="Filter" trigger={<Button>Popover</Button>}>
					<TextField label="Find" />
				</Popover>
				<Dialog title="A dialog" description="With its words." trigger={<Button>Dialog</Button>}>
					<TextField label="Name" />
					<DialogFoot>
						<Button variant="primary">Save</Button>
					</DialogFoot>
				</Dialog>
				<ConfirmDialog
					title="Delete it?"
					description="This cannot be taken back."
					confirm="Delete"
					trigger={<Button variant="danger">Confirm</Button>}
					onConfirm={() => {}}
				/>
				<Tooltip words="Opens after 700 ms">
					<Button>Tooltip</Button>
				</Tooltip>
				<Button onClick={() => toast('Approved', { action: { label: 'Undo', onClick: () => {} } })}>
					Toast
				</Button>
			</div>
			<Tabs
				label="Example"
				value={tab}
				onChange={setTab}
				tabs={[
					{ value: 'one', label: 'One', panel: <p>First panel</p> },
					{ value: 'two', label: 'Two', panel: <p>Second panel</p> },
				]}
			/>
		</section>
	)
}
