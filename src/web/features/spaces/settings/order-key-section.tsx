import { useState } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDateTime } from '#web/lib/format/format-time.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { orderLinkExamples } from './order-links.ts'
import { useOpenFormSlug } from './use-open-form-slug.ts'
import { useOrderKey } from './use-order-key.ts'

type Language = ReturnType<typeof orderLinkExamples>[number]['value']

/** The key with which a shop signs links in its order mails. Owners only. */
export function OrderKeySection({ spaceId }: { spaceId: string }) {
	const { madeAt, rotate } = useOrderKey(spaceId)
	const [asking, setAsking] = useState(false)
	const [language, setLanguage] = useState<Language>('node')
	const slug = useOpenFormSlug(spaceId)
	const examples = orderLinkExamples(publicUrl.form(slug ?? 'your-form'))
	const makeKey = () => rotate.mutate(undefined, { onSettled: () => setAsking(false) })
	return (
		<SettingsSection
			id="orders"
			title="Order links"
			text="Your shop signs the number of an order and puts a link into its mail. What is sent by that link carries the mark “Order checked”, once for each order."
		>
			{rotate.data ? <NewKey value={rotate.data} /> : null}
			{rotate.error && !asking ? <p className="ui-error">{errorMessage(rotate.error)}</p> : null}
			{rotate.data ? null : (
				<>
					{madeAt.isError ? <p className="ui-error">{errorMessage(madeAt.error)}</p> : null}
					{madeAt.isError ? null : <p className="ui-quiet">{keyState(madeAt.data)}</p>}
					<div className="ui-buttons">
						{madeAt.data ? (
							<Button onClick={() => setAsking(true)}>Replace the key</Button>
						) : (
							<Button variant="primary" busy={rotate.isPending} disabled={!madeAt.isSuccess} onClick={makeKey}>
								Make an order key
							</Button>
						)}
					</div>
				</>
			)}
			<div>
				<Tabs
					label="Sign an order in"
					value={language}
					onChange={setLanguage}
					tabs={examples.map(({ value, label, code }) => ({ value, label, panel: <Code>{code}</Code> }))}
				/>
				<p className="ui-quiet ui-small">
					Keep the key on your server. A signature proves that your shop made the link, not that the buyer wrote.
				</p>
			</div>
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Replace the key?"
				description="Links that were signed with the present key still open the form, and prove nothing any more. What they proved before stays."
				confirm="Replace the key"
				busy={rotate.isPending}
				onConfirm={makeKey}
			>
				{rotate.error ? <p className="ui-error">{errorMessage(rotate.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}

/** Undefined is a state that is not known yet. */
function keyState(madeAt: string | null | undefined): string {
	if (madeAt === undefined) return 'Looking for the key.'
	return madeAt ? `The key was made ${formatDateTime(madeAt)}. It is never shown again.` : 'There is no key yet.'
}

function NewKey({ value }: { value: string }) {
	return (
		<div className="ui-stack" role="status">
			<p>
				<b>Your order key.</b> Copy it now: it is shown only this once.
			</p>
			<Code>{value}</Code>
			<div className="ui-buttons">
				<CopyButton text={value} label="Copy the key" />
			</div>
		</div>
	)
}
