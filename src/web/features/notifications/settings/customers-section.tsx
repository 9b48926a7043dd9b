import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** The way to the mails that submitters get. */
export function CustomersSection() {
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
