import { Lock, TriangleAlert } from 'lucide-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Link } from 'react-router'
import { type CustomerMail, customerMails } from '#shared/mail/customer-mails.ts'
import { wallLanguageOf, wallLanguages } from '#shared/wall/wall-languages.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SegmentedControl, Switch } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { MailEditor } from './mail-editor.tsx'
import { useCustomerMails, useSwitchMail } from './use-customer-mails.ts'
import './customer-mails-page.css'

const mails: Record<CustomerMail, { title: string; when: string; off?: string }> = {
	received: {
		title: 'Received',
		when: 'When they leave an address, at once',
		off: 'Nobody gets a private link by mail. Their page still shows it once, after Send.',
	},
	published: {
		title: 'Published',
		when: 'The first time their words are shown',
		off: 'Nobody hears that their words are public. Their private page says it.',
	},
	proposal: { title: 'You propose a change', when: 'Only they can accept it' },
}

const nameOf = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
const languages = wallLanguages.map((value) => ({ value, label: <bdi lang={value}>{nameOf(value)}</bdi> }))

/** /dashboard/space/customer-mails: the mails to submitters, switched and in the space's own words. `?mail=` chooses one. */
export function Page() {
	const { space, canEdit } = useSpace()
	usePageTitle('Mails to customers', space.name)
	const settings = useCustomerMails(space.id)
	const change = useSwitchMail(space.id)
	const [mail] = useQueryState('mail', parseAsStringLiteral(customerMails).withDefault('received'))
	const [language, setLanguage] = useState(() => wallLanguageOf(space.locale))
	const { data } = settings
	const isOff = (one: CustomerMail) => data?.off.some((off) => off === one) ?? false
	const off = isOff(mail) ? mails[mail].off : undefined
	return (
		<div className="cmail">
			<SettingsHead title="Mails to customers">
				What people get who wrote to you, in their language. The words are yours; the private link and the foot of each
				cannot be taken out.
			</SettingsHead>
			{settings.error && !data ? <ReadError query={settings}>The mails could not be read.</ReadError> : null}
			{settings.isPending ? <PageSpinner /> : null}
			{data ? (
				<>
					<ul className="cmail-list">
						{customerMails.map((one) => (
							<li key={one} className={classNames('cmail-row', one === mail && 'cmail-row-here')}>
								<Link to={`?mail=${one}`} aria-current={one === mail ? 'true' : undefined}>
									<strong>{mails[one].title}</strong>
									<span className="ui-small ui-quiet">{mails[one].when}</span>
								</Link>
								{one === 'proposal' ? (
									<span className="cmail-lock ui-small ui-quiet">
										<Lock size={14} aria-hidden="true" /> Always on
									</span>
								) : (
									<Switch
										checked={!isOff(one)}
										disabled={!canEdit}
										onChange={({ target }) => change.mutate({ mail: one, isOn: target.checked })}
									>
										<span className="ui-sr">{mails[one].title}</span>
									</Switch>
								)}
							</li>
						))}
						<li className="cmail-row">
							<Link to="/dashboard/invitations/new">
								<strong>Invitation templates</strong>
								<span className="ui-small ui-quiet">
									{data.templates.length === 0 ? 'None kept yet' : <bdi>{templateText(data.templates)}</bdi>}
								</span>
							</Link>
							<Link className={buttonClass({ size: 'tiny' })} to="/dashboard/invitations/new">
								Open
							</Link>
						</li>
					</ul>
					{off ? (
						<Notice icon={<TriangleAlert size={16} aria-hidden="true" />}>
							<p>
								<strong>“{mails[mail].title}” is off.</strong> {off}
							</p>
						</Notice>
					) : null}
					<MailEditor
						// The typed words belong to one mail in one language.
						key={`${space.id} ${mail} ${language}`}
						mail={mail}
						title={mails[mail].title}
						language={language}
						stored={data.texts.find((text) => text.mail === mail && text.locale === language)}
						languages={
							<SegmentedControl label="Language" value={language} options={languages} onChange={setLanguage} />
						}
					/>
				</>
			) : null}
		</div>
	)
}

const templateText = (names: string[]) =>
	`${names.length} kept: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`
