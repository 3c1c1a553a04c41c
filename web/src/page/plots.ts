/* Plots of the residual over steps and over sweeps, on a logarithmic scale. */
import uPlot from 'uplot';
import { formatNumber } from './dom.js';
import { MAX_HISTORY } from './history.js';

const FLOOR = 1e-16;
const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'-0123456789'].map((digit, at) => [digit, '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'[at] ?? '']),
);

/** Minimum and maximum of a plot, powers of ten. */
export type Range = [number, number];

/** Returns a common range for several series: their positive values, and one decade on either side of the target. */
export function rangeOf(series: ArrayLike<number>[], target: number): Range {
  let min = target / 10;
  let max = target * 10;
  for (const values of series) {
    for (let i = 0; i < values.length; ++i) {
      const value = values[i]!;
      if (value > 0 && value < min) min = value;
      if (value > max && Number.isFinite(value)) max = value;
    }
  }
  return [10 ** Math.floor(Math.log10(Math.max(FLOOR, min))), 10 ** Math.ceil(Math.log10(max))];
}

function style(name: string, element: Element = document.documentElement): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Returns powers of ten for the axis, at most about five. */
function decades(_plot: uPlot, _axis: number, min: number, max: number): number[] {
  const from = Math.ceil(Math.log10(min));
  const to = Math.floor(Math.log10(max));
  const every = Math.max(1, Math.ceil((to - from) / 4));
  const splits: number[] = [];
  for (let power = from; power <= to; power += every) splits.push(10 ** power);
  return splits;
}

/** Draws a dashed line at the target. */
function targetLine(target: () => number): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const y = Math.round(plot.valToPos(target(), 'y', true));
        const { left, width, top, height } = plot.bbox;
        if (y < top || y > top + height) return;
        plot.ctx.save();
        plot.ctx.strokeStyle = style('--muted');
        plot.ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
        plot.ctx.lineWidth = devicePixelRatio;
        plot.ctx.beginPath();
        plot.ctx.moveTo(left, y);
        plot.ctx.lineTo(left + width, y);
        plot.ctx.stroke();
        plot.ctx.restore();
      },
    },
  };
}

export interface PlotKind {
  title: string;
  /** What the x axis counts. */
  unit: string;
  points: boolean;
}

export const BY_STEP: PlotKind = { title: 'RES per step', unit: 'step', points: false };
export const BY_SWEEP: PlotKind = { title: 'RES per sweep, last step', unit: 'sweep', points: true };

/** A plot of the residual that fills its parent element. */
export class ResidualPlot {
  private plot: uPlot | undefined;
  private x: number[] = [];
  private y: (number | null)[] = [];

  constructor(
    private readonly parent: HTMLElement,
    private readonly kind: PlotKind,
    private readonly inputs: { target: () => number; range: () => Range },
  ) {}

  private options(): uPlot.Options {
    const axis = { stroke: style('--muted'), grid: { stroke: style('--grid'), width: 1 }, ticks: { show: false } };
    const font = `11px ${style('--font')}`;
    const isWide = this.parent.clientWidth > 170;
    const colour = style('--side', this.parent);
    return {
      width: Math.max(60, this.parent.clientWidth),
      height: Math.max(60, this.parent.clientHeight),
      padding: [6, 10, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: (_plot, min, max) => this.rangeX(min, max) },
        y: { distr: 3, range: () => this.inputs.range() },
      },
      axes: [
        {
          ...axis,
          font,
          size: 20,
          gap: 2,
          space: isWide ? 50 : 36,
          values: (_plot, splits) => splits.map((split) => (Number.isInteger(split) ? String(split) : '')),
        },
        {
          ...axis,
          font,
          size: 40,
          gap: 2,
          splits: decades,
          filter: (_plot, splits) => splits,
          values: (_plot, splits) => splits.map(power),
        },
      ],
      series: [
        {},
        {
          stroke: colour,
          width: 1.6,
          spanGaps: false,
          points: { show: this.kind.points, size: 4.5, fill: colour },
        },
      ],
      plugins: [targetLine(this.inputs.target)],
    };
  }

  private rangeX(min: number, max: number): [number, number] {
    if (this.kind.points) return [0, Math.max(1, max)];
    return [Math.max(0, Math.min(min, max - MAX_HISTORY)), Math.max(60, max)];
  }

  /** Recreates the plot after a change of size or colours. */
  recreate(): void {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), this.data(), this.parent);
  }

  private data(): uPlot.AlignedData {
    return [this.x, this.y];
  }

  set(x: number[], y: ArrayLike<number>): void {
    this.x = x;
    this.y = Array.from(y, (value) =>
      value > FLOOR ? value : value >= 0 && this.kind.points ? this.inputs.range()[0] : null,
    );
    this.plot?.setData(this.data());
  }

  /** Describes the last value, for screen readers. */
  description(): string {
    const last = this.y[this.y.length - 1];
    return last === undefined || last === null
      ? 'no data yet'
      : `${formatNumber(last)} at ${this.kind.unit} ${this.x[this.x.length - 1]}`;
  }
}

/** Formats a power of ten as in the figures of the command: 10⁻⁴. */
function power(value: number): string {
  const digits = String(Math.round(Math.log10(value)));
  return `10${digits.replace(/./g, (digit) => SUPERSCRIPTS[digit] ?? '')}`;
}
