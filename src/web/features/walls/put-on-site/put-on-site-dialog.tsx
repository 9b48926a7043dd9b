import { CodeXml } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button, type ButtonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/** The button that opens the code of a wall; `children` loads when it is pressed. */
export function PutOnSiteDialog({ name, children, ...look }: ButtonStyle & { name: string; children: ReactNode }) {
	return (
		<Dialog
			wide
			title={
				<>
					Put “<bdi>{name}</bdi>” on your site
				</>
			}
			trigger={
				<Button {...look}>
					<CodeXml size={16} aria-hidden="true" />
					Put it on your site
				</Button>
			}
		>
			<Suspense fallback={<PageSpinner />}>{children}</Suspense>
		</Dialog>
	)
}
