import { useMutation } from '@tanstack/react-query'
import { BellOff, Mail } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useBrowserSwitch } from '#web/features/notifications/browser/browser-settings.ts'
import { notificationPermission } from '#web/features/notifications/browser/show-notification.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChangesSection, TestimonialSection } from './settings/testimonial-section.tsx'
import { useNotificationSettings, useSaveNotificationSettings } from './settings/use-notification-settings.ts'
import './notifications-page.css'

/** /dashboard/space/notifications: the user's own mails about this space, and the mails to its submitters. */
export function Page() {
	const { space } = useSpace()
	usePageTitle('Notifications', space.name)
	const { data: settings, error, refetch } = useNotificationSettings(space.id)
	const save = useSaveNotificationSettings(space.id)
	if (error && !settings) return <ErrorBox error={error} onRetry={() => void refetch()} />
	return (
		<>
			<SettingsHead title="Notifications">
				What Plaudit tells you, and what it tells the people who write to you. Each change is saved as you make it.
			</SettingsHead>
			{save.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(save.error)}
				</p>
			) : null}
			{settings ? (
				<>
					<TestimonialSection settings={settings} onChange={save.mutate} />
					<ChangesSection settings={settings} onChange={save.mutate} />
					<BrowserSection />
					<CustomersSection />
					<SampleSection />
				</>
			) : (
				<Spinner />
			)}
		</>
	)
}

/** Notifications and counts of this browser while Plaudit is open. It asks for permission only on a click. */
function BrowserSection() {
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

/** The way to the mails that submitters get. */
function CustomersSection() {
	return (
		<SettingsSection
			id="customers"
			title="To your customers"
			text="In their language, with the name and the colour of this space."
		>
			<p className="ui-quiet">
				A mail with their private link when they leave an address, and one when their words are first shown. You choose
				which are sent, and in which words.
			</p>
			<p>
				<Link className={buttonClass({})} to="/dashboard/space/customer-mails">
					Mails to customers
				</Link>
			</p>
		</SettingsSection>
	)
}

/** Sends the user a sample of the mail about a new testimonial. */
function SampleSection() {
	const { email } = useUser()
	const { space } = useSpace()
	const send = useMutation({
		mutationFn: async () => {
			const client = await supabase
			throwIfError(await client.rpc('send_test_notification', { space_id: space.id }))
		},
	})
	return (
		<SettingsSection id="sample" title="Try it">
			<div className="ui-buttons">
				<Button busy={send.isPending} disabled={!email} onClick={() => send.mutate()}>
					<Mail size={16} aria-hidden="true" />
					Send me a sample mail
				</Button>
				<span className="ui-small ui-quiet" role="status">
					{send.isSuccess ? (
						<>
							Sent to <bdi className="notify-address">{email}</bdi>.
						</>
					) : null}
				</span>
			</div>
			{send.error ? <p className="ui-error">{errorMessage(send.error)}</p> : null}
		</SettingsSection>
	)
}
