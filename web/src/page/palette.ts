/* Colours of solvers and of the drawing in the light and the dark theme. Solvers have the colours of all figures
 * (src/draw/palette.inc). Bodies have tints of Okabe and Ito's colours, as in the
 * pictures of `modulus run`. Contacts go from blue (solved) to red; their marks change shape too, so that colour is not
 * the only cue. */
import solverColours from 'palette.inc';

interface Paint {
  fill: string;
  outline: string;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Palette {
  isDark: boolean;
  background: string;
  bodies: Paint[];
  asleep: Paint[];
  static: Paint;
  kinematic: Paint;
  sensor: Paint;
  joint: string;
  /** By grade of a contact: solved, up to 10 times its share of the target, up to 100, up to 1,000, beyond. */
  contacts: string[];
  contactUnknown: string;
  ink: string;
  /** Of 3D worlds: bodies by index, the same asleep, static bodies, the ground and the lines of its grid. */
  solids: string[];
  solidsAsleep: string[];
  solidStatic: string;
  ground: string;
  groundLines: string;
}

const LIGHT: Palette = {
  isDark: false,
  background: '#ffffff',
  bodies: [
    { fill: '#bfdcf0', outline: '#2c6e9b' },
    { fill: '#b4dfcf', outline: '#1f7a5c' },
    { fill: '#f3e7b3', outline: '#8f7a16' },
    { fill: '#aec6e6', outline: '#2a4f87' },
    { fill: '#e6d0e3', outline: '#84507a' },
  ],
  asleep: [],
  static: { fill: '#c9cdd1', outline: '#868e96' },
  kinematic: { fill: '#f0c48a', outline: '#9a6212' },
  sensor: { fill: '#b87f0022', outline: '#b87f00' },
  joint: '#6a3d9a',
  contacts: ['#0060a8', '#7a8a12', '#b97f00', '#cc5200', '#b01010'],
  contactUnknown: '#555b62',
  ink: '#1d2329',
  solids: [],
  solidsAsleep: [],
  solidStatic: '#c3c8ce',
  ground: '#eceef1',
  groundLines: '#b4bac3',
};

const DARK: Palette = {
  isDark: true,
  background: '#12171d',
  bodies: [
    { fill: '#27495f', outline: '#7fb9de' },
    { fill: '#214d41', outline: '#6fc7a8' },
    { fill: '#4c4622', outline: '#d8c66a' },
    { fill: '#2a3f63', outline: '#8fb0e4' },
    { fill: '#4a3448', outline: '#d3a3cb' },
  ],
  asleep: [],
  static: { fill: '#272e36', outline: '#59626c' },
  kinematic: { fill: '#5c431f', outline: '#e2a95c' },
  sensor: { fill: '#e6a93a22', outline: '#e6a93a' },
  joint: '#b79be0',
  contacts: ['#4db5ff', '#c9d65a', '#f2b93b', '#ff8a3d', '#ff5b5b'],
  contactUnknown: '#98a1ab',
  ink: '#e8edf2',
  solids: [],
  solidsAsleep: [],
  solidStatic: '#4b545e',
  ground: '#1c232b',
  groundLines: '#4a5561',
};

/** Mixes two hexadecimal colours. */
function mix(a: string, b: string, share: number): string {
  const channel = (colour: string, at: number): number => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round((1 - share) * channel(a, at) + share * channel(b, at)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

for (const palette of [LIGHT, DARK]) {
  palette.asleep = palette.bodies.map((paint) => ({
    fill: mix(paint.fill, palette.background, 0.6),
    outline: mix(paint.outline, palette.background, 0.45),
  }));
  /* Shading darkens solids; they are nearer to their outlines so that they stand out from the ground. */
  palette.solids = palette.bodies.map(({ fill, outline }) => mix(fill, outline, palette.isDark ? 0.45 : 0.2));
  palette.solidsAsleep = palette.solids.map((colour) => mix(colour, palette.ground, 0.55));
}

/** Returns the channels of a hexadecimal colour, 0 to 1. */
export function rgb(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return [red, green, blue];
}

export function paletteOf(isDark: boolean): Palette {
  return isDark ? DARK : LIGHT;
}

/** Returns black or white, whichever has more contrast to a colour (relative luminance of WCAG 2). */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** Sets the colours of solvers (--solver-pgs, --on-solver-pgs, ...) and of contact marks (--g0, ...) for style sheets. */
export function setStyleColours(isDark: boolean): void {
  const { style } = document.documentElement;
  for (const [method, colours] of Object.entries(solverColours)) {
    const colour = colours[isDark ? 1 : 0];
    style.setProperty(`--solver-${method}`, colour);
    style.setProperty(`--on-solver-${method}`, inkOn(colour));
  }
  style.setProperty('--joint', paletteOf(isDark).joint);
  style.setProperty('--asleep', paletteOf(isDark).solidsAsleep[0] ?? '');
  paletteOf(isDark).contacts.forEach((colour, grade) => style.setProperty(`--g${grade}`, colour));
}

/** Gives an element the colour of a method. */
export function setSideColour(element: HTMLElement, method: string): void {
  element.style.setProperty('--side', `var(--solver-${method})`);
  element.style.setProperty('--on-side', `var(--on-solver-${method})`);
}

/** Chooses the colour of a body by a hash of its index, so that rows of bodies do not form stripes of colour. */
export function paintIndex(body: number, count: number): number {
  let mixed = Math.imul(body, 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return ((mixed ^ (mixed >>> 13)) >>> 0) % count;
}
