import { useAuth } from '#web/lib/auth-context.tsx'
import { Button } from '#web/ui/button.tsx'

/** Signs out, for a person who came in with the wrong account. */
export function LeaveButton() {
	const { signOut } = useAuth()
	return (
		<Button variant="quiet" onClick={() => void signOut().catch(() => {})}>
			Sign out
		</Button>
	)
}
