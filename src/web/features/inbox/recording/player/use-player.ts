import { useMemo, useSyncExternalStore } from 'react'
import { createPlayer, type Player, type PlayerState } from './create-player.ts'

/** @param seconds length of the recording, as the server measured it */
export const usePlayer = (seconds: number): Player => useMemo(() => createPlayer(seconds), [seconds])

export const usePlayerState = ({ subscribe, stateNow }: Player): PlayerState =>
	useSyncExternalStore(subscribe, stateNow)

/** The position, for the few parts of the screen that follow it. */
export const usePlayerTime = ({ subscribe, timeNow }: Player): number => useSyncExternalStore(subscribe, timeNow)

/** A value of the position, such as the caption at it; renders only when that changes. */
export const useAtPlayerTime = <Value>({ subscribe, timeNow }: Player, select: (time: number) => Value): Value =>
	useSyncExternalStore(subscribe, () => select(timeNow()))
