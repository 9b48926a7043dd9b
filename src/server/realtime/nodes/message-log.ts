/** The last messages of this node, numbered, for nodes that missed some. */
export class MessageLog<Message> {
	private readonly kept: { number: number; at: number; message: Message; size: number }[] = []
	private bytes = 0
	private readonly mostBytes: number
	private readonly keepFor: number
	/** The number of the newest message. */
	last = 0

	/** @param keepFor milliseconds */
	constructor(mostBytes: number, keepFor: number) {
		this.mostBytes = mostBytes
		this.keepFor = keepFor
	}

	/** @returns the message's number */
	add(message: Message, size: number): number {
		this.last += 1
		this.kept.push({ number: this.last, at: Date.now(), message, size })
		this.bytes += size
		this.trim()
		return this.last
	}

	/** What came after a number, or nothing when some of it is kept no more. */
	after(number: number): { number: number; message: Message }[] | undefined {
		if (number > this.last) return undefined
		const rest = this.kept.filter((entry) => entry.number > number)
		return rest.length === this.last - number ? rest : undefined
	}

	private trim(): void {
		const oldest = Date.now() - this.keepFor
		let gone = 0
		while (gone < this.kept.length) {
			const first = this.kept[gone]
			if (!first || (this.bytes <= this.mostBytes && first.at >= oldest)) break
			this.bytes -= first.size
			gone += 1
		}
		this.kept.splice(0, gone)
	}
}
