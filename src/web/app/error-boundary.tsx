import { Component, type ReactNode } from 'react'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'

type Props = {
	children: ReactNode
	/** A change of this value (the route) removes the error box and renders the children again. */
	resetKey?: string
}
type State = { error: unknown }

/** Shows the error box for errors that no screen caught. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { error: undefined }

	static getDerivedStateFromError(error: unknown): State {
		return { error: error ?? new Error('Something empty was thrown.') }
	}

	override componentDidUpdate(before: Props) {
		if (this.state.error !== undefined && before.resetKey !== this.props.resetKey) this.setState({ error: undefined })
	}

	override render() {
		if (this.state.error === undefined) return this.props.children
		return <ErrorBox error={this.state.error} />
	}
}
