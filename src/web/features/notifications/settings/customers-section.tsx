import { Lock } from 'lucide-react'
import { SettingsSection } from '#web/ui/settings.tsx'

const mails = [
	{ title: 'Received, with their private link', text: 'Sent when they leave an address.' },
	{ title: 'Published for the first time', text: 'Says where their words can be read.' },
]

/** The mails to submitters. Each has a link that stops them. */
export function CustomersSection() {
	return (
		<SettingsSection
			id="customers"
			title="To your customers"
			text="In their language, with the name and the colour of this space."
		>
			<ul className="ui-rows">
				{mails.map(({ title, text }) => (
					<li key={title} className="notify-mail">
						<div>
							<p>
								<strong>{title}</strong>
							</p>
							<p className="ui-quiet ui-small">{text}</p>
						</div>
						<span className="ui-quiet ui-small">
							<Lock size={14} aria-hidden="true" /> Always on
						</span>
					</li>
				))}
			</ul>
		</SettingsSection>
	)
}
