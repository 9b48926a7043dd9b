/** Types of units that are pictures or their parameters (ITU-T H.264, table 7-1). Others hold messages, of encoders or hidden ones. */
const kept = new Set([1, 2, 3, 4, 5, 7, 8])
/** Profiles that browsers play: Baseline, Main and High. */
const playable = new Set([66, 77, 100])

/**
 * @param description the configuration of the decoder (ISO/IEC 14496-15, AVCDecoderConfigurationRecord)
 * @returns a function that removes other units from a packet; nothing for a profile that browsers do not play
 */
export function pictureUnitsFilter(description: Uint8Array): ((packet: Uint8Array) => Uint8Array) | undefined {
	const [, profile = 0, , , sizes = 0] = description
	if (!playable.has(profile)) return undefined
	const lengthBytes = (sizes & 3) + 1
	return (packet) =>
		Buffer.concat([...unitsOf(Buffer.from(packet.buffer, packet.byteOffset, packet.length), lengthBytes)])
}

function* unitsOf(packet: Buffer, lengthBytes: number): Generator<Buffer> {
	for (let at = 0; at + lengthBytes < packet.length; ) {
		const end = at + lengthBytes + packet.readUIntBE(at, lengthBytes)
		if (end > packet.length) throw new Error('a unit is longer than its packet')
		if (kept.has((packet[at + lengthBytes] ?? 0) & 0x1f)) yield packet.subarray(at, end)
		at = end
	}
}
