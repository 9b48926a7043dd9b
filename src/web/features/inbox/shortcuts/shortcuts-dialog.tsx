import { Kbd } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { shortcutGroups } from './shortcut-groups.ts'
import { useShortcutsEnabled } from './use-inbox-shortcuts.ts'
import './shortcuts-dialog.css'

/** The inbox's shortcuts, and the switch that turns single keys off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	const [isEnabled, setEnabled] = useShortcutsEnabled()
	return (
		<Dialog title="Keys for the inbox" open={open} onOpenChange={onOpenChange}>
			<div className="inbox-keys">
				{shortcutGroups.map((group) => (
					<section key={group.name}>
						<h3>{group.name}</h3>
						<dl>
							{group.keys.map(({ does, keys }) => (
								<div key={does}>
									<dt>{does}</dt>
									<dd>
										{keys.map((key) => (
											<Kbd key={key}>{key}</Kbd>
										))}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
			<div>
				<Switch checked={isEnabled} onChange={(event) => setEnabled(event.target.checked)}>
					{`Single-key shortcuts are ${isEnabled ? 'on' : 'off'}`}
				</Switch>
				<p className="ui-help inbox-keys-help">
					Switch them off if you speak to your computer or use keys of your own. Ctrl K stays.
				</p>
			</div>
		</Dialog>
	)
}
