<?php
/**
 * Requests to the Plaudit server. Visitors of the site never make one of these.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Bytes that an answer may have. */
const MOST_BYTES = 2097152;

/**
 * A GET of a public address.
 *
 * @param string $path    Path and query, from functions of this plugin alone.
 * @param string $etag    Of the copy that is here, or empty.
 * @param int    $seconds Timeout.
 * @return array{status: int, etag: string, body: string} With status 0 when there was no whole answer.
 */
function fetch_public( string $path, string $etag = '', int $seconds = 2 ): array {
	$failed  = array(
		'status' => 0,
		'etag'   => '',
		'body'   => '',
	);
	$address = settings()['address'];
	if ( '' === $address ) {
		return $failed;
	}
	$answer = wp_remote_get(
		$address . $path,
		array(
			'timeout'             => $seconds,
			'redirection'         => 0,
			'limit_response_size' => MOST_BYTES,
			'user-agent'          => 'plaudit-wordpress/' . VERSION,
			'headers'             => '' === $etag ? array() : array( 'If-None-Match' => $etag ),
		)
	);
	if ( is_wp_error( $answer ) ) {
		return $failed;
	}
	$body = wp_remote_retrieve_body( $answer );
	// An answer of exactly the limit was cut.
	if ( strlen( $body ) >= MOST_BYTES || wp_check_invalid_utf8( $body ) !== $body ) {
		return $failed;
	}
	$tag = wp_remote_retrieve_header( $answer, 'etag' );
	return array(
		'status' => (int) wp_remote_retrieve_response_code( $answer ),
		'etag'   => is_string( $tag ) && preg_match( '#^(W/)?"[!\x23-\x7e]{1,100}"$#D', $tag ) ? $tag : '',
		'body'   => $body,
	);
}

/**
 * The walls or the forms of the key's space, for the editor.
 *
 * @param string $table 'walls' or 'forms'.
 * @return array<int, array{slug: string, name: string}>|\WP_Error
 */
function read_list( string $table ) {
	$settings = settings();
	if ( '' === $settings['key'] ) {
		return new \WP_Error( 'plaudit_key', __( 'There is no key yet: type the last part of the address of a wall or form.', 'plaudit' ) );
	}
	$answer = wp_remote_get(
		$settings['address'] . '/rest/v1/' . $table . '?select=slug,name&order=name&limit=200',
		array(
			'timeout'             => 5,
			'redirection'         => 0,
			'limit_response_size' => MOST_BYTES,
			'user-agent'          => 'plaudit-wordpress/' . VERSION,
			'headers'             => array( 'Authorization' => 'Bearer ' . $settings['key'] ),
		)
	);
	if ( is_wp_error( $answer ) ) {
		return new \WP_Error( 'plaudit_rests', __( 'Your Plaudit does not answer at this address.', 'plaudit' ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $answer );
	if ( 401 === $status || 403 === $status ) {
		return new \WP_Error( 'plaudit_key', __( 'Your Plaudit refuses this key: it was revoked, has ended, or does not read walls and forms.', 'plaudit' ) );
	}
	$rows = json_decode( wp_remote_retrieve_body( $answer ), true, 8 );
	if ( 200 !== $status || ! is_array( $rows ) ) {
		return new \WP_Error( 'plaudit_rests', __( 'No Plaudit answers at this address.', 'plaudit' ) );
	}
	$list = array();
	foreach ( $rows as $row ) {
		if ( is_array( $row ) && is_slug( $row['slug'] ?? null ) && is_string( $row['name'] ?? null ) ) {
			$list[] = array(
				'slug' => $row['slug'],
				'name' => $row['name'],
			);
		}
	}
	return $list;
}

/**
 * True for the last part of the address of a wall or a form.
 *
 * @param mixed $text Anything.
 */
function is_slug( $text ): bool {
	return is_string( $text ) && 1 === preg_match( '/^[a-z0-9-]{3,63}$/D', $text );
}

/**
 * True for the id of a wall or a testimonial.
 *
 * @param mixed $text Anything.
 */
function is_id( $text ): bool {
	return is_string( $text ) && 1 === preg_match( '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/D', $text );
}
