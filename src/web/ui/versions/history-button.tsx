import { History } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import './history-button.css'

/** Opens what a form or a wall has shown before. */
export function HistoryButton({ onOpen }: { onOpen: () => void }) {
	return (
		<Button variant="quiet" aria-label="History" onClick={onOpen}>
			<History size={16} aria-hidden="true" />
			<span className="ui-history-word">History</span>
		</Button>
	)
}
