<?php
/**
 * Address of the Plaudit server, and the key for the lists of the editor.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Address and key. Constants of wp-config.php win over the stored settings.
 *
 * @return array{address: string, key: string}
 */
function settings(): array {
	$stored = get_option( 'plaudit_settings', array() );
	$stored = is_array( $stored ) ? $stored : array();
	return array(
		'address' => clean_address( defined( 'PLAUDIT_ADDRESS' ) ? PLAUDIT_ADDRESS : ( $stored['address'] ?? '' ) ) ?? '',
		'key'     => clean_key( defined( 'PLAUDIT_KEY' ) ? PLAUDIT_KEY : ( $stored['key'] ?? '' ) ) ?? '',
	);
}

/**
 * An address without its trailing slash; null for one that is no http address of a server.
 *
 * @param mixed $address Text that was typed.
 */
function clean_address( $address ): ?string {
	$text  = is_string( $address ) ? rtrim( trim( $address ), '/' ) : '';
	$parts = strlen( $text ) <= 300 ? wp_parse_url( $text ) : false;
	if ( ! is_array( $parts ) || ! preg_match( '#^https?://[a-z0-9.:\[\]-]+(/[\w./~-]*)?$#iD', $text ) ) {
		return null;
	}
	if ( empty( $parts['host'] ) || isset( $parts['user'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return null;
	}
	return $text;
}

/**
 * A key; null for a text that is none.
 *
 * @param mixed $key Text that was typed.
 */
function clean_key( $key ): ?string {
	$text = is_string( $key ) ? trim( $key ) : '';
	return preg_match( '/^plk_[A-Za-z0-9_-]{20,200}$/D', $text ) ? $text : null;
}

/** Registers the settings; options.php checks the nonce and the capability manage_options. */
function register_settings(): void {
	register_setting(
		'plaudit',
		'plaudit_settings',
		array(
			'type'              => 'array',
			'sanitize_callback' => 'Plaudit\\sanitize_settings',
			'show_in_rest'      => false,
			'default'           => array(),
		)
	);
}

/**
 * Keeps what was stored where the new value is empty or wrong.
 *
 * @param mixed $given Fields of the settings page.
 */
function sanitize_settings( $given ): array {
	$stored = get_option( 'plaudit_settings', array() );
	$kept   = array(
		'address' => clean_address( $stored['address'] ?? '' ) ?? '',
		'key'     => clean_key( $stored['key'] ?? '' ) ?? '',
	);
	if ( ! is_array( $given ) ) {
		return $kept;
	}
	$address = clean_address( $given['address'] ?? '' );
	if ( null === $address && '' !== trim( is_string( $given['address'] ?? null ) ? $given['address'] : '' ) ) {
		add_settings_error( 'plaudit_settings', 'address', __( 'The address begins with https:// and names your Plaudit, as in https://praise.example.com.', 'plaudit' ) );
		$address = $kept['address'];
	}
	$key = clean_key( $given['key'] ?? '' );
	if ( ! empty( $given['forget_key'] ) ) {
		$key = '';
	} elseif ( null === $key ) {
		if ( '' !== trim( is_string( $given['key'] ?? null ) ? $given['key'] : '' ) ) {
			add_settings_error( 'plaudit_settings', 'key', __( 'A key begins with plk_. Copy it whole; it is shown once.', 'plaudit' ) );
		}
		$key = $kept['key'];
	}
	// A key is never sent to an address that it was not typed for.
	if ( $kept['address'] !== $address && $kept['key'] === $key && '' !== $kept['address'] ) {
		$key = '';
	}
	forget_copies();
	return array(
		'address' => $address ?? '',
		'key'     => $key,
	);
}
