import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConnectionsHead } from '#web/features/connections/connections-head.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { ShownBefore, ShownKey } from './shown-key.tsx'
import type { MadeKey } from './use-keys.ts'
import './keys.css'

const back = { to: '/dashboard/space/keys', label: 'Keys' }

/** /dashboard/space/keys/new: makes a key and shows it once. A reload finds its id in the address, and cannot show it again. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('New key', space.name)
	const [params, setParams] = useSearchParams()
	const [made, setMade] = useState<MadeKey>()
	const madeId = params.get('made')
	if (made && made.id === madeId) return <ShownKey made={made} />
	if (madeId) return <ShownBefore id={madeId} />
	return (
		<>
			<ConnectionsHead back={back} title="New key">
				One key for one program, so that you can take back one without the others.
			</ConnectionsHead>
			{isOwner ? (
				<NewKeyForm
					onMade={(key) => {
						setMade(key)
						setParams({ made: key.id }, { replace: true })
					}}
				/>
			) : (
				<Notice>Only owners of the space make keys.</Notice>
			)}
		</>
	)
}
