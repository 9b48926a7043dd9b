import { callbackErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

/** The notice about an error in the page's URL. Words of the link are folded, and marked as its own. */
export function CallbackError({ error }: { error: Error }) {
	const { message, words } = callbackErrorMessage(error)
	return (
		<Notice isError>
			<p>{message}</p>
			{words ? (
				<details>
					<summary>What the link says</summary>
					<p>The link that you followed carries these words. They are not from Plaudit:</p>
					<p>
						<q>
							<bdi>{words}</bdi>
						</q>
					</p>
				</details>
			) : null}
		</Notice>
	)
}
