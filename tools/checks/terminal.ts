import { styleText } from 'node:util';

export const tick = (passed: boolean): string => (passed ? styleText('green', '✓') : styleText('red', '✗'));

export const heading = (text: string): string => styleText('bold', text);

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
