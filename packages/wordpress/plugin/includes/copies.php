<?php
/**
 * Copies of what the server publishes, in transients.
 *
 * A view of a page shows a copy that was confirmed within the last minute, or asks the server whether it changed. A copy stays while
 * the server does not answer, and goes when the server says that it is not published.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Seconds for which a copy is shown without a question. */
const SHOWN_SECONDS = 20;
/** Seconds after which a view waits for the answer; before, the question is sent after the page. */
const WAIT_SECONDS = 60;
/** Seconds after which a copy is fetched whole, in the background. */
const FETCH_SECONDS = 600;
/** Seconds for which the last copy stays while the server does not answer. */
const KEEP_SECONDS = 259200;
/** Seconds without a further question after one that had no answer, so that a stopped server does not slow every view. */
const REST_SECONDS = 60;
/** Copies that the background job fetches. */
const MOST_COPIES = 100;

/**
 * What the server publishes at a path; null when it publishes nothing there or has not answered yet.
 *
 * @param string $path Path of a public address.
 */
function published( string $path ): ?string {
	$copy = copy_at( $path );
	if ( null !== $copy ) {
		$age = time() - $copy['at'];
		if ( $age >= 0 && $age <= SHOWN_SECONDS ) {
			return $copy['body'];
		}
		if ( $age >= 0 && $age < WAIT_SECONDS ) {
			due_copies( $path );
			return $copy['body'];
		}
	}
	if ( get_transient( 'plaudit_rests' ) ) {
		return null === $copy ? null : $copy['body'];
	}
	return check_copy( $path, $copy );
}

/**
 * The copy of a path; null without one.
 *
 * @param string $path Path of a public address.
 * @return array{at: int, etag: string, body: string|null}|null
 */
function copy_at( string $path ): ?array {
	$copy = get_transient( copy_name( $path ) );
	return is_array( $copy ) && isset( $copy['at'] ) ? $copy : null;
}

/**
 * Name of the transient of a path.
 *
 * @param string $path Path of a public address.
 */
function copy_name( string $path ): string {
	return 'plaudit_' . md5( settings()['address'] . $path );
}

/**
 * Asks the server whether a copy changed, and stores the answer.
 *
 * @param string     $path    Path of a public address.
 * @param array|null $copy    The copy that is here.
 * @param int        $seconds Timeout.
 * @return string|null What is published now, or the last copy while the server does not answer.
 */
function check_copy( string $path, ?array $copy, int $seconds = 2 ): ?string {
	$answer = fetch_public( $path, null === $copy ? '' : $copy['etag'], $seconds );
	$status = $answer['status'];
	if ( 304 === $status && null !== $copy ) {
		keep_copy( $path, $copy['etag'], $copy['body'] );
		return $copy['body'];
	}
	if ( 200 === $status ) {
		keep_copy( $path, $answer['etag'], $answer['body'] );
		return $answer['body'];
	}
	if ( 404 === $status || 410 === $status ) {
		keep_copy( $path, '', null );
		return null;
	}
	set_transient( 'plaudit_rests', 1, REST_SECONDS );
	return null === $copy ? null : $copy['body'];
}

/**
 * Stores a copy that the server confirmed now.
 *
 * @param string      $path Path of a public address.
 * @param string      $etag Of the body.
 * @param string|null $body Null when nothing is published there.
 */
function keep_copy( string $path, string $etag, ?string $body ): void {
	$copy = array(
		'at'   => time(),
		'etag' => $etag,
		'body' => $body,
	);
	set_transient( copy_name( $path ), $copy, null === $body ? DAY_IN_SECONDS : KEEP_SECONDS );
	$paths = known_paths();
	// Written once an hour for a path that is shown, since every write of an option is one to the database.
	if ( time() - ( $paths[ $path ] ?? 0 ) > HOUR_IN_SECONDS ) {
		$paths[ $path ] = time();
		arsort( $paths );
		update_option( 'plaudit_paths', array_slice( $paths, 0, MOST_COPIES, true ), false );
	}
	if ( ! wp_next_scheduled( 'plaudit_refresh' ) ) {
		wp_schedule_event( time() + FETCH_SECONDS, 'plaudit_10_minutes', 'plaudit_refresh' );
	}
}

/**
 * Paths that a page showed in the last day, with the time.
 *
 * @return array<string, int>
 */
function known_paths(): array {
	$paths = get_option( 'plaudit_paths', array() );
	return is_array( $paths ) ? $paths : array();
}

/**
 * Adds a path to those that are asked for after the page was sent.
 *
 * @param string|null $path Path of a public address; null adds none.
 * @return string[]
 */
function due_copies( ?string $path = null ): array {
	static $due = array();
	if ( null !== $path ) {
		$due[ $path ] = $path;
	}
	return $due;
}

/** Asks for the copies that are older than 20 seconds, when the visitor has the page already. */
function check_due_copies(): void {
	$due = due_copies();
	if ( ! $due || get_transient( 'plaudit_checks' ) ) {
		return;
	}
	// Many views at once ask once.
	set_transient( 'plaudit_checks', 1, 5 );
	if ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
	}
	foreach ( $due as $path ) {
		if ( get_transient( 'plaudit_rests' ) ) {
			break;
		}
		check_copy( $path, copy_at( $path ) );
	}
	delete_transient( 'plaudit_checks' );
}

/**
 * The interval of the background job.
 *
 * @param array $schedules Those of WordPress.
 */
function add_schedule( $schedules ): array {
	$schedules['plaudit_10_minutes'] = array(
		'interval' => FETCH_SECONDS,
		'display'  => __( 'Every 10 minutes (Plaudit)', 'plaudit' ),
	);
	return $schedules;
}

/** Fetches each copy whole, so that a new version of the server changes it too. A path that no page shows is forgotten after a day. */
function refresh_copies(): void {
	$paths = array_filter(
		known_paths(),
		static function ( $at ) {
			return is_int( $at ) && time() - $at < DAY_IN_SECONDS + HOUR_IN_SECONDS;
		}
	);
	update_option( 'plaudit_paths', $paths, false );
	foreach ( array_keys( $paths ) as $path ) {
		$answer = fetch_public( $path, '', 5 );
		if ( 200 === $answer['status'] ) {
			set_transient(
				copy_name( $path ),
				array(
					'at'   => time(),
					'etag' => $answer['etag'],
					'body' => $answer['body'],
				),
				KEEP_SECONDS
			);
		} elseif ( 404 === $answer['status'] || 410 === $answer['status'] ) {
			delete_transient( copy_name( $path ) );
		} else {
			set_transient( 'plaudit_rests', 1, REST_SECONDS );
			return;
		}
	}
	if ( ! $paths ) {
		wp_clear_scheduled_hook( 'plaudit_refresh' );
	}
}

/** Deletes every copy. */
function forget_copies(): void {
	global $wpdb;
	wp_clear_scheduled_hook( 'plaudit_refresh' );
	foreach ( array_keys( known_paths() ) as $path ) {
		delete_transient( copy_name( $path ) );
	}
	delete_option( 'plaudit_paths' );
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Copies of an earlier address have other names.
	$wpdb->query( "delete from {$wpdb->options} where option_name like '\\_transient\\_plaudit\\_%' or option_name like '\\_transient\\_timeout\\_plaudit\\_%'" );
	wp_cache_flush();
}
