import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BrowserSection } from './settings/browser-section.tsx'
import { CustomersSection } from './settings/customers-section.tsx'
import { SampleSection } from './settings/sample-section.tsx'
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
