import { Trash } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog, Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** Menus, dialogs, toasts, tabs. */
export function KitOverlays() {
	const [tab, setTab] = useState<'one' | 'two'>('one')
	return (
		<section>
			<h2 className="ui-section-title">What opens</h2>
			<div className="ui-buttons">
				<Menu trigger={<Button>Menu</Button>}>
					<MenuLabel>Ruth Adeyemi</MenuLabel>
					<MenuItem>Account</MenuItem>
					<MenuItem disabled>Not now</MenuItem>
					<MenuSeparator />
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
					<DialogFooter>
						<Button variant="primary">Save</Button>
					</DialogFooter>
				</Dialog>
				<ConfirmDialog
					title="Delete it?"
					description="This cannot be taken back."
					confirm="Delete"
					trigger={<Button variant="danger">Confirm</Button>}
					onConfirm={() => {}}
				/>
				<Tooltip text="Opens after 700 ms">
					<Button>Tooltip</Button>
				</Tooltip>
				<Button onClick={() => toast('Approved', { action: { label: 'Undo', onClick: () => {} } })}>Toast</Button>
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
