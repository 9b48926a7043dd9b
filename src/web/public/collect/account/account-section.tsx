import type { CollectProps, FormLinkState } from '#shared/page-props.ts'
import type { VerificationMessages } from '#web/i18n/en/verification.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { wallMessagesFor } from '#web/i18n/wall-messages.ts'
import { FilledText } from '#web/public/page-shell/filled-text.tsx'
import { Icon, seal } from '#web/public/page-shell/icons.tsx'

type Props = Pick<CollectProps, 'providers' | 'link'> & {
	slug: string
	/** Name of the space. */
	space: string
	account: FormLinkState['account']
	lang: string
}

/**
 * Lets a visitor show who they are by an account elsewhere, and says how that went. It is static: the page's script leaves it
 * alone. Its buttons belong to `AccountForm`, as a form cannot contain another.
 */
export function AccountSection({ slug, space, account, providers, link, lang }: Props) {
	const words = verificationMessagesFor(lang)
	const { signedInWith, basis_provider } = wallMessagesFor(lang)
	if (account?.state === 'proven') {
		const { provider, name } = account
		const values = { provider: provider ?? '', name: name ?? '' }
		return (
			<div className="account" id="account" role="status">
				<p className="signed">
					<Icon drawing={seal} />
					<b>
						<FilledText text={name ? words.accountOf : signedInWith} values={values} />
					</b>
					<a href={withoutAccount(slug, link)}>{words.accountRemove}</a>
				</p>
				<p className="hint">{interpolate(words.accountMark, { mark: interpolate(signedInWith, values), space })}</p>
			</div>
		)
	}
	if (providers.length === 0 && !account) return null
	return (
		<div className={account ? 'account' : 'account scripted'} id="account">
			<p className="label">
				{`${words.accountTitle} `}
				<span className="opt">{words.accountOptional}</span>
			</p>
			{account ? (
				<p className="hint" role="status">
					{interpolate(outcomes(words)[account.state], { mark: basis_provider })}
				</p>
			) : (
				<p className="hint">{words.accountText}</p>
			)}
			<p className="row scripted">
				{providers.map(({ name, words: provider }) => (
					<button key={name} className="btn" type="submit" form="sign-in" name="provider" value={name}>
						<span>
							<FilledText text={words.accountWith} values={{ provider }} />
						</span>
					</button>
				))}
			</p>
		</div>
	)
}

/** The form of the section's buttons; it keeps what the visitor's link carried. */
export function AccountForm({ slug, link }: Pick<Props, 'slug' | 'link'>) {
	return (
		<form id="sign-in" method="post" action={`/collect/${slug}/account`}>
			{Object.entries(link).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
		</form>
	)
}

function withoutAccount(slug: string, link: Props['link']): string {
	const query = new URLSearchParams(link).toString()
	return `/collect/${slug}${query ? `?${query}` : ''}#account`
}

const outcomes = (words: VerificationMessages) => ({
	used: words.accountUsed,
	expired: words.accountExpired,
	unknown: words.accountUnknown,
	cancelled: words.accountCancelled,
	failed: words.accountFailed,
	busy: words.accountBusy,
})
