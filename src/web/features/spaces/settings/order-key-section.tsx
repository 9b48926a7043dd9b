import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDateTime } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

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

/** Examples that sign an order reference and write the link, by language. `address` is that of a form. */
const orderLinkExamples = (address: string) =>
	[
		{
			value: 'node',
			label: 'Node',
			code: `import { createHmac } from 'node:crypto'

const sig = createHmac('sha256', process.env.ORDER_KEY).update(reference).digest('hex')
const link = \`${address}?order=\${encodeURIComponent(reference)}&sig=\${sig}\``,
		},
		{
			value: 'php',
			label: 'PHP',
			code: `$sig = hash_hmac('sha256', $reference, getenv('ORDER_KEY'));
$link = '${address}?order=' . rawurlencode($reference) . '&sig=' . $sig;`,
		},
		{
			value: 'shell',
			label: 'Shell',
			code: `sig=$(printf %s "$REFERENCE" | openssl dgst -sha256 -hmac "$ORDER_KEY" -r | cut -d' ' -f1)
echo "${address}?order=$REFERENCE&sig=$sig"`,
		},
	] as const

/** The slug of the oldest open form; undefined until it is known, or when no form is open. */
function useOpenFormSlug(spaceId: string): string | undefined {
	const { data } = useQuery({
		queryKey: [...queryKeys.forms(spaceId), 'open slug'],
		queryFn: async () => {
			const forms = (await supabase).from('forms').select('slug').eq('space_id', spaceId).eq('is_open', true)
			return unwrap(await forms.order('created_at').limit(1))
		},
	})
	return data?.[0]?.slug
}

/** The date of a space's order key (ISO 8601, or null), and the mutation that replaces it, whose result is the new key. */
function useOrderKey(spaceId: string) {
	const queries = useQueryClient()
	const queryKey = queryKeys.orderKey(spaceId)
	const madeAt = useQuery({
		queryKey,
		queryFn: async () => {
			const answer = await (await supabase).rpc('order_key_made_at', { space_id: spaceId })
			throwIfError(answer)
			return answer.data
		},
	})
	const rotate = useMutation({
		mutationFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ key: string }>('order-key', { body: { space_id: spaceId } })).key
		},
		onSuccess: () => refetchQueries(queries, queryKey),
		// The key is shown once and kept nowhere.
		gcTime: 0,
	})
	return { madeAt, rotate }
}
