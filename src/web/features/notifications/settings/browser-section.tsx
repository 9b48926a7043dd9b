import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useBrowserSwitch } from '#web/features/notifications/browser/browser-settings.ts'
import { notificationPermission } from '#web/features/notifications/browser/show-notification.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** Notifications and counts of this browser while Plaudit is open. It asks for permission only on a click. */
export function BrowserSection() {
	const [permission, setPermission] = useState(notificationPermission)
	const [notify, setNotify] = useBrowserSwitch('notify')
	const [words, setWords] = useBrowserSwitch('words')
	const [count, setCount] = useBrowserSwitch('count')
	const ask = async () => {
		const answer = await Notification.requestPermission()
		setPermission(answer)
		setNotify(answer === 'granted')
	}
	const isOn = notify && permission === 'granted'
	return (
		<SettingsSection id="browser" title="In this browser" text="While Plaudit is open in a tab.">
			{permission === 'denied' ? (
				<Notice isError icon={<BellOff size={16} aria-hidden="true" />}>
					<strong>
						This browser blocks notifications for <bdi>{window.location.host}</bdi>.
					</strong>
					<p>Allow them in the site’s settings, to the left of the address, then try again.</p>
					<p className="notify-again">
						<Button size="tiny" onClick={() => void ask()}>
							Try again
						</Button>
					</p>
				</Notice>
			) : null}
			{permission === 'unsupported' ? (
				<p className="ui-help">
					This browser has no notifications. On an iPhone, add Plaudit to the home screen first.
				</p>
			) : (
				<>
					<Switch
						checked={isOn}
						disabled={permission === 'denied'}
						onChange={({ target }) => (target.checked ? void ask() : setNotify(false))}
					>
						A notification for each new testimonial, one for several, none for spam
					</Switch>
					<Switch checked={words} disabled={!isOn} onChange={({ target }) => setWords(target.checked)}>
						Show the name and the first words in the notification
					</Switch>
				</>
			)}
			<Switch checked={count} onChange={({ target }) => setCount(target.checked)}>
				Count of pending ones in the tab’s title and icon
			</Switch>
		</SettingsSection>
	)
}
